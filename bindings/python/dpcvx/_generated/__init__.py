# Written by bindings/generate/python.py from bindings/api.json. Do not edit: "make api" writes it anew.
"""What is generated from the description of the API."""
