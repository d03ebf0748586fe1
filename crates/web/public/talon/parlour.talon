# Parlour by Talon: put this file into your Talon user folder. It works wherever the browser's title says Parlour.
# Every command goes into the one field for words (the key / leads there), so all that `parlour phrases GAME` lists can
# be said after "card" or "parlour". Single keys must be switched on in Parlour's preferences (they are, at first).
title: /Parlour/
-
# Anything: "parlour discard the five of spades", "parlour whose turn".
parlour <user.text>:
    key(/)
    insert(text)
    key(enter)

# A choice by its number in the list, or any control by its number while numbers are shown.
(choose | take) <number_small>:
    key(/)
    insert("{number_small}")
    key(enter)

# Every game.
deal cards: insert("/deal\n")
card undo: insert("/undo\n")
card redo: insert("/redo\n")
card hint: insert("/hint\n")
card go on: key(g)
what can I say: insert("/help\n")
whose turn: key(t)
(read | what is) my hand: key(c)
read [the] piles: key(p)
read [the] counts: key(n)
read [the] table: key(d)
what happened: key(l)
list keys: key(?)
card listen: key(v)
card put back: key(escape)

# Aces Up: columns are one to four.
discard [column] <number_small>: insert("/discard {number_small}\n")
move [column] <number_small> to [column] <number_small>:
    insert("/move {number_small_1} {number_small_2}\n")

# Pass the Ace and Chase the Ace.
(swap | pass it) card: insert("/swap\n")
stick with it: insert("/stick\n")
give it to the left: insert("/give it to the left\n")

# Grapples and Propreantepenultimate Card: "attack with two of hearts", "block with nine of clubs".
attack with <user.text>: insert("/attack with {text}\n")
block with <user.text>: insert("/block with {text}\n")
grapple with <user.text>: insert("/grapple with {text}\n")
replace with <user.text>: insert("/replace with {text}\n")
play card <user.text>: insert("/play {text}\n")
end my turn: insert("/pass\n")
declare last card: insert("/Propreantepenultimate Card\n")
