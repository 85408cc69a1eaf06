"""The arena: matches and tournaments between agents, what they prove, and a store for both."""
