import type { Migration } from './migration.js'

/**
 * Which vector space is in use, and which documents hold secrets. The note `model file` names the model that was loaded
 * last: its space is the one chosen. Whether a document that is there already holds secrets is not known: it counts as
 * if it did until it is cut anew.
 */
export const chosenSpaces: Migration = {
  number: 5,
  name: 'chosen spaces',
  sql: `
ALTER TABLE space ADD COLUMN source TEXT;
-- A vector of the model, in little-endian 32-bit floats.
ALTER TABLE space ADD COLUMN canary BLOB;
ALTER TABLE space ADD COLUMN is_filled INTEGER NOT NULL DEFAULT 0 CHECK (is_filled IN (0, 1));
-- The higher, the later.
ALTER TABLE space ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0;
UPDATE space SET chosen = id;

UPDATE space SET source = 'local:' || file.path, chosen = chosen + (SELECT max(id) FROM space)
FROM (
  SELECT value AS path, CASE WHEN value LIKE '%.gguf' THEN substr(value, 1, length(value) - 5) ELSE value END AS stem
  FROM note WHERE name = 'model file'
) AS file
WHERE space.provider = 'local'
  AND substr(file.stem, -1 - length(space.model)) IN ('/' || space.model, '\\' || space.model);

UPDATE space SET is_filled = 1
WHERE EXISTS (SELECT 1 FROM vector WHERE vector.space_id = space.id)
  AND NOT EXISTS (
    SELECT 1 FROM embedding_input
    WHERE NOT EXISTS (
      SELECT 1 FROM vector WHERE vector.space_id = space.id AND vector.text_hash = embedding_input.text_hash
    )
  );

ALTER TABLE document ADD COLUMN is_secret INTEGER NOT NULL DEFAULT 0 CHECK (is_secret IN (0, 1));
UPDATE document SET recipe = '', is_secret = 1;
`,
}
