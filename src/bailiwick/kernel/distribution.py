"""The name of the product where packages are installed; what is imported and typed is `bailiwick`."""

DISTRIBUTION = "bailiwick-agents"
