-- The media and the custom fields of a product, in the seller's order. It is a function so that statements that read
-- products without any do not set up two more joins: those would cost more than reading the product's prices does.
create or replace function product_attachments_1(p_product_id uuid) returns json language sql stable parallel safe as $$
  select json_build_object(
    'medias', array_to_json(array(
      select f from product_medias link join files f on f.id = link.file_id
      where link.product_id = p_product_id and f.deleted_at is null
      order by link.position, link.file_id)),
    'fields', array_to_json(array(
      select json_build_object('field', f, 'required', link.required)
      from product_custom_fields link join custom_fields f on f.id = link.custom_field_id
      where link.product_id = p_product_id and f.deleted_at is null
      order by link.position, link.custom_field_id)))
$$;
