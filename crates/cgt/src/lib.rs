//! Combinatorial game theory: canonical forms, sums, comparison, thermographs.
