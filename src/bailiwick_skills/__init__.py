"""What ships with Bailiwick as plug-ins, a folder each, on the contract that every user gets (`bailiwick.plugin`)."""
