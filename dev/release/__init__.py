"""Build, check, publish and verify a release."""
