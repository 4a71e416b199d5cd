//! A child process that speaks over its standard input and output.
