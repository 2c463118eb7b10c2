"""Generate the tables of spec/tables from standards."""
