import { Injectable } from '@nestjs/common';
import { SpaceRecords } from '../../../ports/access/spaces';
import { PersonalDataRepository } from './personal-data.repository';

@Injectable()
export class StoredSpaceRecords extends SpaceRecords {
  constructor(private readonly data: PersonalDataRepository) {
    super();
  }

  erase(spaceId: string): Promise<void> {
    return this.data.eraseSpace(spaceId);
  }
}
