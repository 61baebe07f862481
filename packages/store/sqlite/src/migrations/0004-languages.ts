import type { Migration } from './migration.js'

/** Which language documents are in. */
export const languages: Migration = {
  number: 4,
  name: 'languages',
  sql: `
ALTER TABLE document ADD COLUMN language TEXT;
CREATE INDEX document_by_language ON document (language);

UPDATE document SET recipe = '';
`,
}
