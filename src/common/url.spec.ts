import { urlOf } from './url';

it('reads what is a URL, and says null of what is none', () => {
  expect(urlOf('HTTPS://Example.com:443/a b')?.href).toBe('https://example.com/a%20b');
  for (const text of ['', 'example.com', 'http://', 'http://256.0.0.1/', 'http://a b/'])
    expect(urlOf(text)).toBeNull();
});

it('reads a name beyond ASCII however often it is asked', () => {
  let unread = 0;
  for (let i = 0; i < 20_000; i++) if (urlOf('https://bücher.example/hook') === null) unread += 1;
  expect(unread).toBe(0);
});
