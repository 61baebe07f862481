/** How every report begins; a file that does not is not ours to replace. */
export const reportMarker = '<!doctype html><!-- recallite-eval report -->'
