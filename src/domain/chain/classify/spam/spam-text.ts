/**
 * Detects spam in the name and symbol of a token. Names are hostile: look-alike characters, invisible
 * characters, links.
 * @source providers.md 2.9 (2), (3)
 */

/** Look-alikes of Latin letters and digits that NFKC does not change (Cyrillic, Greek, Cherokee, Lisu, Armenian). */
const CONFUSABLES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['A', 'АΑᎪꓮ'],
    ['B', 'ВΒᏴꓐ'],
    ['C', 'СᏟꓚϹ'],
    ['D', 'ᎠꓓԀ'],
    ['E', 'ЕΕᎬꓰ'],
    ['F', 'ꓝϜ'],
    ['G', 'ᏀԌꓖ'],
    ['H', 'НΗᎻꓧ'],
    ['I', 'ІΙӀꓲ'],
    ['J', 'ЈᎫꓙ'],
    ['K', 'КΚᏦꓗ'],
    ['L', 'Ꮮꓡ'],
    ['M', 'МΜᎷꓟ'],
    ['N', 'Νꓠ'],
    ['O', 'ОΟՕꓳ'],
    ['P', 'РΡᏢꓑ'],
    ['Q', 'ԚႭ'],
    ['R', 'ᎡꓣᏒ'],
    ['S', 'ЅՏᏚꓢ'],
    ['T', 'ТΤᎢꓔ'],
    ['U', 'Սꓴ'],
    ['V', 'ᏙꓦѴ'],
    ['W', 'ᎳꓪԜ'],
    ['X', 'ХΧꓫ'],
    ['Y', 'УΥҮꓬ'],
    ['Z', 'ΖᏃꓜ'],
    ['a', 'аα'],
    ['c', 'сϲ'],
    ['d', 'ԁ'],
    ['e', 'еҽ'],
    ['h', 'һհ'],
    ['i', 'іι'],
    ['j', 'ј'],
    ['k', 'κ'],
    ['l', 'ӏ'],
    ['n', 'ո'],
    ['o', 'оοօ'],
    ['p', 'рρ'],
    ['q', 'ԛ'],
    ['s', 'ѕ'],
    ['t', 'τ'],
    ['u', 'υս'],
    ['v', 'ѵν'],
    ['w', 'ԝ'],
    ['x', 'хχ'],
    ['y', 'уү'],
    ['.', '˳۔․·‧。．᠂'],
    ['-', '‐‑‒–—'],
  ].flatMap(([latin = '', alikes = '']) => Array.from(alikes, (alike) => [alike, latin])),
);
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]/gu;

/** Removes compatibility forms, marks, invisible characters and look-alikes. Returns the text as a reader sees it. */
export function fold(text: string): string {
  const plain = text.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '').replace(INVISIBLE, '');
  return Array.from(plain, (letter) => CONFUSABLES[letter] ?? letter)
    .join('')
    .trim();
}

const TLDS =
  'com|org|net|io|xyz|app|me|fi|finance|site|online|link|live|info|cc|co|top|pro|club|vip|us|ru|gg|to|lol|fun|tech|world|space|events?|claims?|gift|cash|money|exchange|network|fund|dev|eth|limited|website|store|bet|tv|is|in|sh|ws|pw|farm|vision|digital|page|pm|ai|so|id|wtf|game|games|win|ly|claim|promo|today|team|foundation|capital|market|guru|tools|press|lat|art|biz|ink|it|im|ac|la|li|cx|su|host|one|plus|bid|trade|run|zone|center|quest|ltd|icu|cfd|sbs|buzz|rip|tk|ml|ga|vote|land|life|cloud|company|community|global|nl|de|eu|ch|uk|se|be|ph|cz|es|fr|at|ca';
const PATTERNS = {
  link: new RegExp(`(https?:|www\\.|t\\.me|://|[a-z0-9-]{2,}\\s?\\.\\s?(${TLDS})(?![a-z0-9]))`, 'i'),
  bait: /\b(visit|claim|airdrops?|vouchers?|rewards?|bonus|giveaway|redeem|gifts?|free|eligible|promo|winner|tickets?|access|activat|swap at|invited?|telegram|unclaimed)\b/i,
  amount: /(\$|€|usd)\s?\d|\d\s?(\$|usd)\b|^\$|\$\s*[a-z]+ (reward|drop|gift)/i,
  warning: /\b(spam|scam|fake|phishing|autodetected)\b/i,
  picture: /\p{Extended_Pictographic}|&#x?[0-9a-f]+;|[←-⇿✀-➿<>【】|]|\(.*(com|org|io)\)/iu,
} as const satisfies Record<string, RegExp>;

/** True when non-Latin characters imitate Latin: the folded text is Latin and the text itself is not. */
const isMasked = (text: string): boolean => {
  const folded = fold(text);
  return (
    folded !== text.trim() && /^[\x20-\x7e]*$/.test(folded) && /[^\x20-\x7e]/.test(text.normalize('NFC'))
  );
};

/** @returns the spam pattern of the symbol or the name, or null */
export function suspiciousText(symbol: string, name: string): string | null {
  const visible = fold(symbol);
  if (visible === '') return 'invisible';
  if (isMasked(symbol) || isMasked(name)) return 'masked';
  const text = `${visible} ${fold(name)}`;
  for (const [kind, pattern] of Object.entries(PATTERNS)) if (pattern.test(text)) return kind;
  return visible.length > 40 ? 'long' : null;
}
