import { Process, Processor } from '@nestjs/bull';
import { QUEUE_OF } from '../../../ports/work/work-queues';
import { MailSender } from './mail-sender.service';

@Processor(QUEUE_OF.send_mail)
export class MailProcessor {
  constructor(private readonly sender: MailSender) {}

  @Process('send_mail')
  send(): Promise<void> {
    return this.sender.work();
  }
}
