"""The Dify package: pack, keys, sign, verify."""
