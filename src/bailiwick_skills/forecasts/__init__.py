"""What the skills share that tell forecasts: the service, its figures and their words."""
