#!/bin/sh
# A bot that does the first thing it may: the bot protocol in plain shell.
#
#     parlour tournament pass-the-ace --players cmd:"sh first_bot.sh",club

while IFS= read -r line; do
    case $line in
    '{"start"'*) echo '{"ready":{}}' ;;
    '{"decide"'*)
        # The first text in the list of legal actions.
        legal=${line#*\"legal\":[\"}
        echo "{\"act\":\"${legal%%\"*}\"}"
        ;;
    esac
done
