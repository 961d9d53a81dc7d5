"""Pages and services outside, reached without reaching anything inside."""
