import type { ComponentChildren } from 'preact';
import { service } from '../../api';
import { counted } from '../../format';
import { useSources } from '../../sources';
import { linkTo, useApp, useData } from '../../state';
import { Card, Empty, Read } from '../../ui';

interface Task {
  text: ComponentChildren;
  href: string;
  verb: string;
}

/** What keeps the year from being filed, each with the place where it is done. */
export function ToDo({ year, suggested }: { year: number; suggested: number }) {
  const { user } = useApp();
  const { data: sources } = useSources();
  const found = useData(
    async (signal) => {
      const [issues, filed] = await Promise.all([
        service.listIssues({ per_page: 1 }, { signal }),
        service.listFiledYears({}, { signal }),
      ]);
      return { issues: issues.pagination.total, filed: filed.data };
    },
    [user?.id],
  );
  return (
    <Read from={found}>
      {({ issues, filed }) => {
        const last = year - 1;
        const failed = (sources ?? []).filter(({ state }) => state === 'failed');
        const changed = filed.filter(({ status }) => status === 'changed');
        const tasks: Task[] = [
          ...failed.map(({ name, id }) => ({
            text: `${name} could not be read`,
            href: linkTo('home', id),
            verb: 'Look',
          })),
          ...(issues > 0
            ? [
                {
                  text: `${counted(issues, 'question', 'questions')} about your data`,
                  href: linkTo('inbox'),
                  verb: 'Answer',
                },
              ]
            : []),
          ...(suggested > 0
            ? [
                {
                  text: `${counted(suggested, 'transfer', 'transfers')} between your sources to confirm`,
                  href: linkTo('transfers'),
                  verb: 'Decide',
                },
              ]
            : []),
          ...changed.map(({ tax_year: one, address }) => ({
            text: `${one} was filed and has changed since`,
            href: `${linkTo('taxes', address)}?year=${one}`,
            verb: 'Look',
          })),
          ...(filed.some(({ tax_year: one }) => one === last)
            ? []
            : [{ text: `Review and freeze ${last}`, href: `${linkTo('taxes')}?year=${last}`, verb: 'Open' }]),
        ];
        return (
          <Card title={`${counted(tasks.length, 'thing', 'things')} to do`}>
            {tasks.length === 0 ? (
              <Empty>Nothing is open.</Empty>
            ) : (
              <ul class="rows">
                {tasks.map(({ text, href, verb }) => (
                  <li key={href}>
                    <span class="row-name">{text}</span>
                    <a class="button" href={href}>
                      {verb}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        );
      }}
    </Read>
  );
}
