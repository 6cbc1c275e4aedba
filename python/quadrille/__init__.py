from ._quadrille import *
from .errors import *
