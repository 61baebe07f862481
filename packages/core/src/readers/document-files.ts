import { createRequire } from 'node:module'

const packageName = '@recallite/readers-documents'

/** Whether a file is a PDF or Office file, by its name. */
export function isDocumentFile(path: string): boolean {
  return /\.(?:pdf|docx|pptx|xlsx)$/iu.test(path)
}

/** Why PDF and Office files are skipped if the package is not installed. */
export const missingReader = `a PDF or Office file, which another package reads: npm install --global ${packageName}`

let isInstalled: boolean | undefined

/** Whether the package for PDF and Office files can be resolved from here. Does not load it. */
export function hasDocumentReader(): boolean {
  try {
    isInstalled ??= createRequire(import.meta.url).resolve(`${packageName}/package.json`) !== ''
  } catch {
    isInstalled = false
  }
  return isInstalled
}
