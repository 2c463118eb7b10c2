"""LangChain agents with a scripted model."""
