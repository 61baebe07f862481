const isUsed = (row: string) => `EXISTS (SELECT 1 FROM embedding_input WHERE text_hash = ${row}.text_hash)`

/**
 * What the status gives: counting all rows again takes longer the more there are. The counts change in the transaction of each
 * change: triggers subtract what is deleted, and added-counts.ts adds what is written.
 */
export const keptCountsSchema = `
-- The chunks of a removed document are removed behind it, when their root cannot be found any more: the document's own
-- trigger counts them.
CREATE TABLE root_count (
  root_id INTEGER PRIMARY KEY REFERENCES root (id) ON DELETE CASCADE,
  documents INTEGER NOT NULL DEFAULT 0,
  chunks INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER root_count_begun AFTER INSERT ON root BEGIN
  INSERT INTO root_count (root_id) VALUES (NEW.id);
END;
CREATE TRIGGER document_discounted BEFORE DELETE ON document BEGIN
  UPDATE root_count
  SET documents = documents - 1, chunks = chunks - (SELECT count(*) FROM chunk WHERE document_id = OLD.id)
  WHERE root_id = OLD.root_id;
END;
CREATE TRIGGER chunk_discounted AFTER DELETE ON chunk BEGIN
  UPDATE root_count SET chunks = chunks - 1
  WHERE root_id = (SELECT root_id FROM document WHERE id = OLD.document_id);
END;

-- How many different texts chunks have to embed; and of each space how many vectors it has, and how many of these are of
-- such texts.
CREATE TABLE text_count (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  texts INTEGER NOT NULL
) STRICT;
INSERT INTO text_count (id, texts) VALUES (1, 0);
CREATE TABLE space_count (
  space_id INTEGER PRIMARY KEY REFERENCES space (id) ON DELETE CASCADE,
  vectors INTEGER NOT NULL DEFAULT 0,
  used INTEGER NOT NULL DEFAULT 0
) STRICT;
-- A new space may find vectors that it had before its row was lost.
CREATE TRIGGER space_count_begun AFTER INSERT ON space BEGIN
  INSERT OR REPLACE INTO space_count (space_id, vectors, used)
  SELECT NEW.id, count(*), coalesce(sum(${isUsed('vector')}), 0) FROM vector WHERE space_id = NEW.id;
END;
CREATE TRIGGER vector_counted AFTER INSERT ON vector BEGIN
  UPDATE space_count
  SET vectors = vectors + 1, used = used + ${isUsed('NEW')}
  WHERE space_id = NEW.space_id;
END;
CREATE TRIGGER vector_discounted AFTER DELETE ON vector BEGIN
  UPDATE space_count
  SET vectors = vectors - 1, used = used - ${isUsed('OLD')}
  WHERE space_id = OLD.space_id;
END;
CREATE TRIGGER text_discounted AFTER DELETE ON embedding_input WHEN NOT ${isUsed('OLD')} BEGIN
  UPDATE text_count SET texts = texts - 1 WHERE id = 1;
  UPDATE space_count SET used = used - 1
  WHERE EXISTS (SELECT 1 FROM vector WHERE vector.space_id = space_count.space_id AND text_hash = OLD.text_hash);
END;`
