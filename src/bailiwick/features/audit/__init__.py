"""The audit log read, verified and taken along."""
