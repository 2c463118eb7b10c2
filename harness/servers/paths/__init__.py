"""The paths of the fixture servers, by what is wrong with the answer."""
