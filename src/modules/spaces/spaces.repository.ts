import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SpaceRole } from '../../domain/access/spaces';
import { Spaces } from '../../ports/access/spaces';

@Injectable()
export class SpacesRepository extends Spaces {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async of(callerId: string, spaceId: string) {
    const [found] = await this.dataSource.query<{ ownerId: string; role: SpaceRole | null }[]>(
      `SELECT s.space_owner_id AS "ownerId",
         CASE WHEN s.space_owner_id = $1::uuid THEN 'owner' ELSE m.role END AS role
       FROM users s LEFT JOIN space_members m ON m.space_id = s.id AND m.user_id = $1::uuid
       WHERE s.id = $2 AND s.space_owner_id IS NOT NULL`,
      [callerId, spaceId],
    );
    if (!found?.role) return null;
    return { id: spaceId, callerId, ownerId: found.ownerId, role: found.role };
  }
}
