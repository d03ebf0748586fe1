from . import Bot as Bot
from . import Game as Game
from . import VectorGames as VectorGames
from . import games as games
from . import options as options
