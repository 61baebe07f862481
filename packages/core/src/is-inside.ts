/** Whether a path lies below a folder (an empty one is the top); both with the same separator. */
export function isInside(path: string, folder: string, separator = '/'): boolean {
  if (folder === '' || folder === separator) return true
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator)
}
