import type { Page } from 'playwright-core';
import { settled, visit } from './browser';

/** `+$1,234.50` or `−$1,234.50` in cents. */
export function cents(text: string): bigint {
  const amount = BigInt(text.replace(/[^\d]/g, ''));
  return text.includes('−') ? -amount : amount;
}

/** Opens one of the five steps of the year that is shown. */
export async function openStep(page: Page, name: string): Promise<void> {
  const steps = page.getByRole('list', { name: 'Steps of the year' });
  await steps.getByRole('button', { name }).click();
  await settled(page);
}

/** Opens the forms of a year. */
export async function openForms(page: Page, year: string): Promise<void> {
  await visit(page, 'Taxes');
  await page.getByLabel('Tax year').selectOption(year);
  await openStep(page, 'Review');
  await page.getByRole('heading', { level: 2, name: 'Form 8949', exact: true }).waitFor();
  await settled(page);
}

/** The gains of all boxes of Form 8949 of a year, in cents. */
export async function formGain(page: Page, year: string): Promise<bigint> {
  await openForms(page, year);
  const gains = await page.locator('[data-test^=gain-]').allInnerTexts();
  return gains.reduce((sum, text) => sum + cents(text), 0n);
}
