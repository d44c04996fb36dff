/** TEXTS: words of the API and of browsers, as a person says them. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [
    /^(Failed to fetch|NetworkError.*|Load failed)$/,
    'The service does not answer. Check that it runs, and try again.',
  ],
  [/String should have at least (\d+) characters?/g, 'At least $1 characters are needed'],
  [/String should have at most (\d+) characters?/g, 'At most $1 characters fit'],
  [/Field required/g, 'This is needed'],
  [/value is not a valid email address[^;]*/gi, 'This is no e-mail address'],
];

/** What went wrong, for who reads it. */
export const messageOf = (error: Error): string =>
  TEXTS.reduce((text, [pattern, words]) => text.replace(pattern, words), error.message);
