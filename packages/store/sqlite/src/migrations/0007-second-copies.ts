import type { Migration } from './migration.js'

/**
 * A second copy of the few rows without which many others would be lost: folders, vector spaces and notes. It stands in a
 * table of its own, and so on other pages of the file.
 */
export const secondCopies: Migration = {
  number: 7,
  name: 'second copies',
  sql: `
-- content is a JSON array of the columns in seal.ts; checksum is a CRC-32 of the three texts.
CREATE TABLE row_copy (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  key TEXT NOT NULL,
  content TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  UNIQUE (source, key)
) STRICT;

CREATE TRIGGER root_copy_removed AFTER DELETE ON root BEGIN
  DELETE FROM row_copy WHERE source = 'root' AND key = OLD.id;
END;
CREATE TRIGGER space_copy_removed AFTER DELETE ON space BEGIN
  DELETE FROM row_copy WHERE source = 'space' AND key = OLD.id;
END;
CREATE TRIGGER note_copy_removed AFTER DELETE ON note BEGIN
  DELETE FROM row_copy WHERE source = 'note' AND key = OLD.name;
END;

-- What was sealed before has no copy yet: it is sealed anew.
UPDATE root SET checksum = NULL;
UPDATE space SET checksum = NULL;
UPDATE note SET checksum = NULL;
`,
}
