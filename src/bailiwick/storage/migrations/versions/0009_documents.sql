-- Documents: files, passages and their embeddings.
SELECT 1;
