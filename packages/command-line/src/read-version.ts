/** The version that a package.json names; empty if it names none. */
export function readVersion(manifest: URL): string {
  const fields: unknown = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(manifest, 'utf8'))
  return typeof fields === 'object' && fields && 'version' in fields ? String(fields.version) : ''
}
