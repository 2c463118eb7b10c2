"""The comparison of the contracts: probes that run the real hosts, the cells that they fill, and the page of them."""
