"""The audit log: what is recorded of acts of access, keys, connections and the like, in the transaction of the act."""
