"""The page of `quintain table`: build an encounter and play it in a browser."""
