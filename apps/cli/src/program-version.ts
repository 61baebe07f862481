import { readVersion } from '@recallite/command-line'

/** The version of this program; the file lies one folder below the manifest, as it is written and as it is built. */
export const programVersion = (): string => readVersion(new URL('../package.json', import.meta.url))
