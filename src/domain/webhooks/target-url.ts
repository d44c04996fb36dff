export const NO_WEB_SCHEME = 'The url must start with http:// or https://';

export const hasWebScheme = (url: string): boolean => /^https?:\/\//.test(url);
