//! Grids, bitboards, distance fields and clocks: the only library a Botyard bot may use.
