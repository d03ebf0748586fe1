"""A bot that plays any legal action: the bot protocol in a few lines, with nothing but Python's own library.

    parlour tournament grapples --players cmd:"python3 random_bot.py",club
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        # The same games again with the same seed.
        dice = random.Random(message["start"]["random"])
        answer = {"ready": {}}
    elif "decide" in message:
        answer = {"act": dice.choice(message["decide"]["legal"])}
    else:
        continue
    print(json.dumps(answer), flush=True)
