"""Actions: the table, the masks, encoding and decoding, a sentence for each."""
