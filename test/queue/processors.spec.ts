import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { QUEUE_OF } from '../../src/ports/work/work-queues';

const SOURCE = join(__dirname, '../../src');
type Class = new (...args: never[]) => object;

/** `queue:work` of every `@Process` method in `src`. */
function processed(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.processor.ts'),
  );
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the files are found, not named
  const modules = files.map((file) => require(join(SOURCE, file)) as Record<string, Class>);
  return modules.flatMap(Object.values).flatMap((processor: Class) => {
    const { name: queue } = Reflect.getMetadata('bull:module_queue', processor) as { name: string };
    const methods = Object.values(Object.getOwnPropertyDescriptors(processor.prototype));
    return methods.flatMap(({ value }: PropertyDescriptor) => {
      const process = Reflect.getMetadata('bull:module_queue_process', value as object) as
        { name: string } | undefined;
      return process ? [`${queue}:${process.name}`] : [];
    });
  });
}

it('every kind of background work has one processor, in its queue', () => {
  expect(processed().sort()).toEqual(
    Object.entries(QUEUE_OF)
      .map(([work, queue]) => `${queue}:${work}`)
      .sort(),
  );
});
