/** How a mail hides text from its readers, in words. A way that is not named here is said as it is. */
export const WAYS: Readonly<Record<string, string>> = {
  'not-displayed': 'told not to be displayed',
  transparent: 'transparent',
  'zero-box': 'in a box without size',
  'off-screen': 'moved off the screen',
  clipped: 'cut away',
  invisible: 'told to be invisible',
  tiny: 'too small to read',
  'same-color': 'in the colour of its ground',
  'plain-version': 'in a plain version that no reader shows',
  'unseen-characters': 'written with characters that do not show',
};

/** What is broken or odd about a mail, in words. One that is not named here is said as it is. */
export const PROBLEMS: Readonly<Record<string, string>> = {
  empty: 'It is empty.',
  'message-cut': 'It is very large; only its beginning was read.',
  'text-cut': 'Its text is very long; only the beginning is shown.',
  'no-headers': 'It has no header.',
  'bad-date': 'Its date is none.',
  'bad-header-line': 'Lines of its header are none.',
  'blank-lines-before-headers': 'It begins with blank lines.',
  'header-too-long': 'A field of its header is too long, and was cut.',
  'headers-too-large': 'Its header is too large, and was cut.',
  'too-many-headers': 'It has more header fields than are read.',
  'no-boundary': 'It says that it has parts, and not where they begin.',
  'multipart-not-closed': 'Its last part does not end.',
  'nested-too-deep': 'Its parts are nested deeper than is read.',
  'too-many-parts': 'It has more parts than are read.',
  'repeated-from': 'It names its sender more than once; the first is shown.',
  'repeated-subject': 'It has several subjects; the first is shown.',
  'repeated-date': 'It has several dates; the first is shown.',
  'repeated-message-id': 'It has several ids.',
  'repeated-content-type': 'It says more than once what it is made of.',
};
