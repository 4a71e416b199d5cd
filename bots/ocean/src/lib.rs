//! A bot for Ocean of Code: the thinking, without input or output.
