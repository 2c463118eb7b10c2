"""Speed, memory use and deadline accuracy, compared with the alternatives."""
