"""Tables of spec/tables that are generated from standards."""
