"""Modules with the calls of other packages, so that changing an import is all.

- `quadrille.compat.exact_cover`: the calls of the package `exact_cover`, version 1.5.0.
- `quadrille.compat.xcover`: the calls of the package `xcover`, version 0.2.6.
"""
