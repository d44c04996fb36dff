import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, UserNeeds } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { Context, RequestContext } from '../../../http/request-context';
import { StartsJob } from '../../../http/starts-job';
import { PathId } from '../../../http/validation/fields';
import { toJob } from '../../../presenters/job.presenter';
import { EvidenceService } from './evidence.service';

/** What an answer to a notice about a Form 1099-DA needs. */
@ApiTags('Broker forms')
@Controller('api/v1/broker-forms/:form_id/evidence')
@InSpace('report')
@Heavy()
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  /**
   * Make the evidence for an accepted form in the background
   *
   * @remarks The result of the job is a ZIP: a letter with blanks to fill in, a page for each row with its lots, transfers and
   * reasons, the rows as CSV and JSON, the sources, and a manifest with SHA-256. The same form and records give the same
   * bytes. The form must be accepted (409 `CONFLICT`), and has at most 5,000 rows and own sales (403 `FORBIDDEN`). The job
   * fails with `CONFLICT` when rows stand otherwise on Form 8949 as it was filed.
   */
  @Post()
  @HttpCode(202)
  @UserNeeds('read:tax-reports')
  @StartsJob()
  @Fails('RESOURCE_NOT_FOUND', 'CONFLICT')
  async makeEvidence(
    @Context() context: RequestContext,
    @PathId('form_id', 'RESOURCE_NOT_FOUND', 'broker_form') id: string,
  ) {
    return toJob(await this.evidence.start(context, id));
  }
}
