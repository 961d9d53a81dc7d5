"""Where unchecked code runs: Deno and a shell inside bubblewrap."""
