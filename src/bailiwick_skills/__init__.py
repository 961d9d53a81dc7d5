"""What ships with Bailiwick as plug-ins, a folder each, on the contract that everybody gets (`bailiwick.plugin`)."""
