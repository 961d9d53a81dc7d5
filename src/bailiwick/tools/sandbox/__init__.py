"""Where code that nobody has checked runs: Deno and a shell inside bubblewrap."""
