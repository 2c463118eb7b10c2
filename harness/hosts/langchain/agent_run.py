"""Run a LangChain agent once with the installed tool and a scripted model."""

from __future__ import annotations

from langchain.agents import create_agent
from langchain_page_stats import PageStatsTool

from harness.hosts.langchain.scripted import model_that_calls, tool_messages
from lib.smoke_page import HOST, check_answer, page


def main() -> None:
    """Run the agent and print the tool's result."""
    with page() as url:
        agent = create_agent(model_that_calls({"url": url}), [PageStatsTool(allowed_hosts=[HOST])])
        state = agent.invoke({"messages": [{"role": "user", "content": "Is it worth reading?"}]})
    (message,) = tool_messages(state)
    print(check_answer(message.artifact))


if __name__ == "__main__":
    main()
